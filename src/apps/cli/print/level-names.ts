/** What chunks of each level are called, from 0. */
export const levelNames = ['document', 'chapter', 'section', 'passage', 'sentence'] as const;
