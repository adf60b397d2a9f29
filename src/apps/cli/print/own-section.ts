/** The heading of a section, to be said beside the title; none where it is the title once more, as of a mail. */
export const ownSection = (title: string, heading: string | undefined): string | undefined =>
  heading === title ? undefined : heading;
