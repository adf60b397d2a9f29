import { queryOf } from '../api.ts';
import { conversations, forget } from './conversations.ts';

const shown = 12;

/** What was asked before in this browser. */
export function History() {
  const kept = conversations.value.filter(({ turns }) => turns.length > 0).slice(0, shown);
  if (kept.length === 0) return null;
  return (
    <section class="history" aria-label="Earlier conversations">
      <h2 class="small-heading">Earlier, in this browser only</h2>
      <ul>
        {kept.map(({ id, turns }) => (
          <li>
            <a href={`/${queryOf({ c: id, q: turns[0]!.question })}`} dir="auto">
              {turns[0]!.question}
            </a>
            {turns.length > 1 && <span class="soft small"> {turns.length} questions</span>}
            <button
              type="button"
              class="plain"
              aria-label={`Forget “${turns[0]!.question}”`}
              onClick={() => forget(id)}
            >
              ✕
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
