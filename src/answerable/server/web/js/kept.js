// Small things this browser remembers. In a frame of another site, or with storage forbidden, nothing is kept.

function stored(act) {
  try {
    return act();
  } catch {
    return null;
  }
}

export const kept = (name) => stored(() => localStorage.getItem(name));
export const keep = (name, value) => stored(() => (value ? localStorage.setItem(name, value) : localStorage.removeItem(name)));

// The same for this tab only.
export const keptHere = (name) => stored(() => sessionStorage.getItem(name));
export const keepHere = (name, value) => stored(() => (value ? sessionStorage.setItem(name, value) : sessionStorage.removeItem(name)));
