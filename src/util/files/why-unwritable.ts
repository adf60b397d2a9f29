/** By the system's code. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'its folder is not there',
  ENOTDIR: 'a file is where a folder should be',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
};

/** Why a file or a folder cannot be written, in words; else what the system says. */
export const whyUnwritable = ({ code = '', message }: NodeJS.ErrnoException): string =>
  reasons[code] ?? message;
