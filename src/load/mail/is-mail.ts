const header = /^[\x21-\x39\x3b-\x7e]{1,76}:(?:[ \t]|$)/;
const ofMails =
  /^(?:received|return-path|message-id|mime-version|delivered-to|dkim-signature|x-mailer|x-original-to|content-transfer-encoding):|^content-type:\s*multipart\//i;
const ofLetters = /^(?:from|to|subject|date):/i;
const mailboxLine = /^From (?:\S+|".*"@\S+) +(?:[A-Z][a-z]{2},? +){1,2}\d{1,2}\b.*\d{4}/;
/** Of a line, so that no line takes longer. */
const mostLooked = 500;

/** Whether a line is the one that mailboxes put before each mail. */
export function isMailboxLine(line: string): boolean {
  return mailboxLine.test(line.slice(0, mostLooked));
}

/**
 * Whether a text begins as a mail or a mailbox: with a block of headers, of which some are only in mails. One that was promised
 * need only have headers of letters.
 */
export function isMail(sample: string, isPromised: boolean): boolean {
  const text = sample.replace(/^\s+/, '');
  const lines = text.split('\n', 200);
  if (isMailboxLine(lines[0]!)) lines.shift();
  const blank = lines.findIndex((line) => line.trim() === '');
  const headers = blank < 0 ? lines : lines.slice(0, blank);
  if (
    headers.length === 0 ||
    !headers.every((line, at) => header.test(line) || (at > 0 && /^[ \t]/.test(line)))
  ) {
    return false;
  }
  const letters = headers.filter((line) => ofLetters.test(line)).length;
  return letters >= 1 && (isPromised || (letters >= 2 && headers.some((line) => ofMails.test(line))));
}
