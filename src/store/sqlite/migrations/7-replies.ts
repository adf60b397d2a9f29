/** What language models wrote while documents were added, by the hash of what they were asked. */
export const replies = `
  CREATE TABLE model_replies (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hash BLOB NOT NULL UNIQUE,
    kept_at REAL NOT NULL,
    text BLOB NOT NULL
  );
  CREATE INDEX model_replies_age ON model_replies (kept_at);
  `;
