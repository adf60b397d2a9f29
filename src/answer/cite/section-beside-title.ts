/** The heading of the section in which something stands, to be said beside the title; none where it is the title once more, as of a mail. */
export const sectionBesideTitle = ({
  title,
  sectionHeading,
}: {
  readonly title: string;
  readonly sectionHeading?: string | undefined;
}): string | undefined => (sectionHeading === title ? undefined : sectionHeading);
