import { milliseconds } from '../parts/words.ts';
import type { Configuration } from '../shapes.ts';

/** A row for each way of searching: means with their 95 % intervals, and times. */
export function ResultTable({ results }: { results: readonly Configuration[] }) {
  const metrics = Object.keys(results[0]?.metrics ?? {});
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label="Metrics">
      <table>
        <thead>
          <tr>
            <th scope="col">Searched by</th>
            {metrics.map((metric) => (
              <th scope="col">{metric}</th>
            ))}
            <th scope="col">median</th>
            <th scope="col">95th percentile</th>
          </tr>
        </thead>
        <tbody>
          {results.map(({ name, metrics: means, intervals, latencyMs: { p50, p95 } }) => (
            <tr>
              <th scope="row">{name}</th>
              {metrics.map((metric) => {
                const { low, high } = intervals[metric] ?? {};
                return (
                  <td>
                    {means[metric]?.toFixed(3) ?? '–'}
                    {typeof low === 'number' && typeof high === 'number' && (
                      <small class="soft">
                        {low.toFixed(3)}–{high.toFixed(3)}
                      </small>
                    )}
                  </td>
                );
              })}
              <td>{p50 === null ? '–' : milliseconds(p50)}</td>
              <td>{p95 === null ? '–' : milliseconds(p95)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
