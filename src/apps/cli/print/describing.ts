/** How answers are shown needs the library, which `--help` need not wait for. */
export const describing = () => import('./describe-answer.ts');
