// The page inside another site, with one line there:
//   <script src="https://answers.example/web/widget.js" data-assistant="website" data-site="https://shop.example" defer></script>
// A button opens the page in a frame. The server must name that site in `server.origins`: without it the browser
// shows neither this script nor the frame (Cross-Origin-Resource-Policy and frame-ancestors).

(() => {
  const script = document.currentScript;
  const server = new URL(script.src).origin;
  const { assistant, site, q, lang, context, label } = script.dataset;
  const german = (lang ?? document.documentElement.lang ?? navigator.language).toLowerCase().startsWith("de");
  const words = label ?? (german ? "Frage stellen" : "Ask a question");

  function address() {
    const page = new URL("/?embed=1", server);
    for (const [name, value] of Object.entries({ assistant, q, lang, context })) if (value) page.searchParams.set(name, value);
    for (const one of (site ?? "").split(/[\s,]+/).filter(Boolean)) page.searchParams.append("site", one);
    return page.href;
  }

  // Single properties and not a style element, which the other site's policy may forbid.
  function dress(node, look) {
    for (const [name, value] of Object.entries(look)) node.style.setProperty(name, value);
    return node;
  }

  const host = dress(document.createElement("div"), { position: "fixed", right: "1.25rem", bottom: "1.25rem", "z-index": "2147483000" });
  const root = host.attachShadow({ mode: "open" });
  const button = dress(document.createElement("button"), {
    font: "500 0.95rem/1 system-ui, sans-serif", padding: "0.85rem 1.2rem", border: "0", "border-radius": "99px", cursor: "pointer",
    background: "#1c6b57", color: "#fff", "box-shadow": "0 6px 24px rgb(0 0 0 / 0.22)", float: "right",
  });
  button.type = "button";
  button.textContent = words;
  button.setAttribute("aria-expanded", "false");
  root.append(button);
  let frame = null;

  function open() {
    frame ??= root.insertBefore(document.createElement("iframe"), button);
    if (!frame.src) frame.src = address();
    frame.title = words;
    frame.allow = "clipboard-write";
    dress(frame, {
      display: "block", width: "min(26rem, calc(100vw - 2.5rem))", height: "min(40rem, calc(100dvh - 6.5rem))", "margin-bottom": "0.75rem",
      border: "0", "border-radius": "16px", background: "Canvas", "box-shadow": "0 12px 48px rgb(0 0 0 / 0.28)",
    });
  }

  function toggle() {
    const shown = button.getAttribute("aria-expanded") === "true";
    if (shown) frame.style.setProperty("display", "none");
    else open();
    button.setAttribute("aria-expanded", String(!shown));
  }

  button.addEventListener("click", toggle);
  document.addEventListener("keydown", (event) => event.key === "Escape" && button.getAttribute("aria-expanded") === "true" && (toggle(), button.focus()));
  document.body.append(host);
})();
