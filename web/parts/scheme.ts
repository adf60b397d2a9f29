/** Light or dark: as the system says, until somebody chooses. */
import { signal } from '@preact/signals';

const name = 'pincite.scheme';
const system = matchMedia('(prefers-color-scheme: dark)');
const chosen = signal(localStorage.getItem(name));

export const isDark = () => (chosen.value ?? (system.matches ? 'dark' : 'light')) === 'dark';

export function showScheme(): void {
  if (chosen.value !== null) document.documentElement.dataset['scheme'] = chosen.value;
}

export function toggleScheme(): void {
  chosen.value = isDark() ? 'light' : 'dark';
  localStorage.setItem(name, chosen.value);
  showScheme();
}
