import { render } from 'preact';
import { App } from './App.tsx';
import { followLinks } from './route.ts';
import { showScheme } from './parts/scheme.ts';

showScheme();
followLinks();
render(<App />, document.body);
