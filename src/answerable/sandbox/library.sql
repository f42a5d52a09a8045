CREATE TABLE Zweigstelle (
    ZweigstelleID INTEGER PRIMARY KEY, Name TEXT NOT NULL, Ort TEXT NOT NULL, Strasse TEXT, Sitzplaetze INTEGER
);
CREATE TABLE Mitglied (
    MitgliedID INTEGER PRIMARY KEY, Ausweisnummer TEXT UNIQUE, Vorname TEXT NOT NULL, Nachname TEXT NOT NULL,
    Geburtsdatum DATE, Wohnort TEXT, Eintrittsdatum DATE NOT NULL, Gesperrt BOOLEAN NOT NULL,
    StammZweigstelleID INTEGER REFERENCES Zweigstelle (ZweigstelleID)
);
CREATE TABLE Autor (AutorID INTEGER PRIMARY KEY, Name TEXT NOT NULL, Land TEXT, Geburtsjahr INTEGER);
CREATE TABLE Medium (
    MediumID INTEGER PRIMARY KEY, ISBN TEXT, Titel TEXT NOT NULL, Medienart TEXT NOT NULL, Gattung TEXT,
    Verlag TEXT, Erscheinungsjahr INTEGER, Preis_CHF NUMERIC(8, 2), AutorID INTEGER REFERENCES Autor (AutorID)
);
CREATE TABLE Exemplar (
    ExemplarID INTEGER PRIMARY KEY, MediumID INTEGER NOT NULL REFERENCES Medium (MediumID),
    ZweigstelleID INTEGER NOT NULL REFERENCES Zweigstelle (ZweigstelleID), Signatur TEXT, Zustand TEXT NOT NULL,
    Anschaffungsdatum DATE
);
CREATE TABLE Ausleihe (
    AusleiheID INTEGER PRIMARY KEY, ExemplarID INTEGER NOT NULL REFERENCES Exemplar (ExemplarID),
    MitgliedID INTEGER NOT NULL REFERENCES Mitglied (MitgliedID), Ausleihdatum DATE NOT NULL,
    Faellig_am DATE NOT NULL, Rueckgabedatum DATE, Verlaengerungen INTEGER NOT NULL
);
CREATE TABLE Gebuehr (
    GebuehrID INTEGER PRIMARY KEY, AusleiheID INTEGER REFERENCES Ausleihe (AusleiheID),
    MitgliedID INTEGER NOT NULL REFERENCES Mitglied (MitgliedID), Grund TEXT NOT NULL,
    Betrag_CHF NUMERIC(8, 2) NOT NULL, Bezahlt BOOLEAN NOT NULL
);
CREATE TABLE Reservation (
    ReservationID INTEGER PRIMARY KEY, MediumID INTEGER NOT NULL REFERENCES Medium (MediumID),
    MitgliedID INTEGER NOT NULL REFERENCES Mitglied (MitgliedID), Reserviert_am DATE NOT NULL, Status TEXT NOT NULL
);
