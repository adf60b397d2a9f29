import type { Timings } from '../shapes.ts';
import { stageWords } from './stage-words.ts';
import { milliseconds } from './words.ts';

/** What each stage of a search took, and how many it passed on. */
export function StageTable({ timings }: { timings: Timings }) {
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label="Stages of the search">
      <table>
        <thead>
          <tr>
            <th scope="col">Stage</th>
            <th scope="col">Passed on</th>
            <th scope="col">Time</th>
          </tr>
        </thead>
        <tbody>
          {timings.stages.map(({ stage, count, ms }) => (
            <tr>
              <th scope="row">
                {stage}
                <small class="soft">{stageWords[stage]}</small>
              </th>
              <td>{count.toLocaleString('en')}</td>
              <td>{milliseconds(ms)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">all</th>
            <td />
            <td>{milliseconds(timings.totalMs)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
