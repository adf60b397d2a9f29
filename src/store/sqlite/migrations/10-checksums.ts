/** What the stored content of a document is checked against when it is read (`content.ts`). */
export const checksums = `
  CREATE TABLE content_checksums (
    document INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
    text INTEGER NOT NULL,
    layout INTEGER NOT NULL
  );
  `;
