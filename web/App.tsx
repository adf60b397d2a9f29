import { useEffect } from 'preact/hooks';
import { isKeyWanted, key, signOut } from './api.ts';
import { AskView } from './ask/AskView.tsx';
import { forgetAll } from './ask/conversations.ts';
import { EvaluationView } from './evaluation/EvaluationView.tsx';
import { isOver } from './library/drops.ts';
import { LibraryView } from './library/LibraryView.tsx';
import { forgetJobs } from './library/jobs.ts';
import { forgetCollections } from './parts/collections.ts';
import { said, say } from './parts/says.ts';
import { isDark, toggleScheme } from './parts/scheme.ts';
import { SignIn } from './parts/SignIn.tsx';
import { useMayWrite } from './parts/use-may-write.ts';
import { DocumentView } from './reader/DocumentView.tsx';
import { address, navigate } from './route.ts';
import { SearchView } from './search/SearchView.tsx';
import { nameWindow } from './parts/words.ts';

const views = [
  ['/', 'Ask'],
  ['/search', 'Search'],
  ['/library', 'Library'],
  ['/evaluation', 'Evaluation'],
] as const;

/** Signs out: nothing that was asked or shown is for whoever comes next. */
function leave(): void {
  signOut();
  forgetAll();
  forgetJobs();
  forgetCollections();
  say('');
  navigate('/', { replace: true });
}

export function App() {
  const { pathname } = address.value;
  useEffect(() => {
    const name = views.find(([path]) => path === pathname && path !== '/')?.[1];
    if (!pathname.startsWith('/documents/')) nameWindow(name);
  }, [pathname]);
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <header class="top">
        <a class="name" href="/" aria-label="Pincite, a new conversation">
          Pincite
        </a>
        <nav aria-label="Views">
          {views.map(([path, name]) => (
            <a href={path} aria-current={path === pathname ? 'page' : undefined}>
              {name}
            </a>
          ))}
        </nav>
        <div class="tools">
          {key.value !== '' && (
            <button type="button" class="plain" onClick={leave}>
              Sign out
            </button>
          )}
          <button
            type="button"
            class="plain"
            onClick={toggleScheme}
            aria-label={`${isDark() ? 'Light' : 'Dark'} colours`}
          >
            {isDark() ? 'Light' : 'Dark'}
          </button>
        </div>
      </header>
      {isKeyWanted.value ? <SignIn /> : <View path={pathname} key={key.value} />}
      {isOver.value && pathname !== '/library' && <DropHint />}
      <div class="unseen" role="status" aria-live="polite">
        {said}
      </div>
    </>
  );
}

/** Over views without a field for files, which takes them too. */
function DropHint() {
  return useMayWrite() ? <p class="drop-hint">Drop to add to the library</p> : null;
}

function View({ path }: { path: string }) {
  if (path === '/search') return <SearchView />;
  if (path === '/library') return <LibraryView />;
  if (path === '/evaluation') return <EvaluationView />;
  return path.startsWith('/documents/') ? <DocumentView /> : <AskView />;
}
