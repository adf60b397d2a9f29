import { useState } from 'preact/hooks';
import { call, isKeyWanted, key, signIn, signOut } from '../api.ts';
import { focusHere } from './focus.ts';
import { Trouble } from './Trouble.tsx';

/** Shown where the server asks for a key. */
export function SignIn() {
  const [error, setError] = useState<unknown>(
    key.value === '' ? undefined : 'The key is not valid any more.',
  );
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const given = String(form.get('key')).trim();
    try {
      signIn(given, form.has('keep'));
      await call('/v1/caller');
      isKeyWanted.value = false;
    } catch (problem) {
      signOut();
      setError(problem);
    }
  };
  return (
    <main id="main" class="column narrow">
      <h1>Sign in</h1>
      <p class="soft">
        This server opens with a key. <code>pincite keys add</code> makes one, on the machine that the server
        runs on.
      </p>
      <form onSubmit={submit} class="stack">
        <label>
          Key
          <input
            name="key"
            type="password"
            autocomplete="current-password"
            required
            placeholder="pincite_…"
            ref={focusHere}
          />
        </label>
        <label class="check">
          <input type="checkbox" name="keep" /> Keep it in this browser
        </label>
        <button type="submit" class="main">
          Sign in
        </button>
      </form>
      {error !== undefined && <Trouble error={error} />}
    </main>
  );
}
