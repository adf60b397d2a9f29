/** What a source is called as a file, and the name of the folder that it lies in, which tells apart files that are called the same. */
export interface SourceFile {
  readonly fileName?: string;
  readonly folder?: string;
}

/** `report.pdf` in `docs`, of `/home/me/docs/report.pdf` and of `upload:docs/report.pdf`; what is on the web is in no folder. */
export function fileOf(sourcePath = ''): SourceFile {
  const path = sourcePath.replace(/^[a-z][a-z\d+.-]+:/i, '').replace(/[?#].*$/s, '');
  const parts = path.split(/[/\\]/);
  const fileName = parts.pop()!;
  if (!/.\.\w{1,8}$/.test(fileName)) return {};
  const folder = /^https?:/i.test(sourcePath) ? undefined : parts.pop();
  return folder ? { fileName, folder } : { fileName };
}

/** `docs/report.pdf`; `undefined` for what is no file. */
export const fileIn = ({
  fileName,
  folder,
}: {
  fileName?: string | undefined;
  folder?: string | undefined;
}) => (folder === undefined || fileName === undefined ? fileName : `${folder}/${fileName}`);
