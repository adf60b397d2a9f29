import { render } from 'preact';
import { App } from './App.tsx';
import { takeDrops } from './library/drops.ts';
import { followLinks } from './route.ts';
import { showScheme } from './parts/scheme.ts';

showScheme();
followLinks();
takeDrops();
render(<App />, document.body);
