CREATE TABLE departments (dept_id INTEGER PRIMARY KEY, name TEXT NOT NULL, floor INTEGER, ext TEXT);
CREATE TABLE doctors (
    doc_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, title TEXT, hired_on DATE,
    salary REAL, dept_id INTEGER NOT NULL REFERENCES departments (dept_id)
);
CREATE TABLE insurers (insurer_id INTEGER PRIMARY KEY, name TEXT NOT NULL, type TEXT NOT NULL);
CREATE TABLE patients (
    pat_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, dob DATE, sex TEXT, city TEXT,
    insurer_id INTEGER REFERENCES insurers (insurer_id), registered_on DATE NOT NULL
);
CREATE TABLE appointments (
    appt_id INTEGER PRIMARY KEY,
    pat_id INTEGER NOT NULL, -- points at patients, though nobody declared it
    doc_id INTEGER NOT NULL REFERENCES doctors (doc_id),
    starts_at TIMESTAMP NOT NULL, dur_min INTEGER NOT NULL, reason TEXT, status TEXT NOT NULL
);
CREATE TABLE treatments (
    code TEXT PRIMARY KEY, description TEXT NOT NULL, price REAL NOT NULL, dur_min INTEGER NOT NULL
);
CREATE TABLE appointment_treatments (
    appt_id INTEGER NOT NULL REFERENCES appointments (appt_id),
    treatment_code TEXT NOT NULL REFERENCES treatments (code),
    qty INTEGER NOT NULL, PRIMARY KEY (appt_id, treatment_code)
);
CREATE TABLE invoices (
    inv_no TEXT PRIMARY KEY, appt_id INTEGER NOT NULL REFERENCES appointments (appt_id), issued_on DATE NOT NULL,
    due_on DATE NOT NULL, amt REAL NOT NULL, paid_on DATE
);
