/** What Prometheus is told. Labels are routes as they are written, never ids or names. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

/** One set for a server, so that several in a process do not mix. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests: Histogram<'method' | 'route' | 'status'>;
  readonly #stages: Histogram<'stage'>;
  readonly #tokens: Counter<'model' | 'kind'>;
  readonly #cost: Counter<'model'>;

  constructor(underWay: () => number) {
    const registers = [this.#registry];
    this.#requests = new Histogram({
      name: 'pincite_http_request_duration_seconds',
      help: 'Time from the request to the end of the response',
      labelNames: ['method', 'route', 'status'],
      buckets: seconds,
      registers,
    });
    this.#stages = new Histogram({
      name: 'pincite_retrieval_stage_duration_seconds',
      help: 'Time of each stage of retrieval',
      labelNames: ['stage'],
      buckets: [0.0005, 0.001, 0.0025, ...seconds],
      registers,
    });
    this.#tokens = new Counter({
      name: 'pincite_model_tokens_total',
      help: 'Tokens that language models took',
      labelNames: ['model', 'kind'],
      registers,
    });
    this.#cost = new Counter({
      name: 'pincite_model_cost_usd_total',
      help: 'Estimated cost of language models, where llm.prices has them',
      labelNames: ['model'],
      registers,
    });
    void new Gauge({
      name: 'pincite_http_requests_under_way',
      help: 'Requests that are being answered',
      registers,
      collect() {
        this.set(underWay());
      },
    });
    void new Gauge({
      name: 'process_resident_memory_bytes',
      help: 'Resident memory of the process',
      registers,
      collect() {
        this.set(process.memoryUsage.rss());
      },
    });
  }

  /** More gauges, such as those of the queue. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void {
    void new Gauge({
      name,
      help,
      registers: [this.#registry],
      async collect() {
        this.set(await read());
      },
    });
  }

  request(
    labels: { readonly method: string; readonly route: string; readonly status: number },
    ms: number,
  ): void {
    this.#requests.observe({ ...labels, status: String(labels.status) }, ms / 1000);
  }

  stages(stages: readonly { readonly stage: string; readonly ms: number }[]): void {
    for (const { stage, ms } of stages) this.#stages.observe({ stage }, ms / 1000);
  }

  model(
    model: string,
    usage: {
      readonly inputTokens: number;
      readonly outputTokens: number;
      readonly estimatedCostUsd?: number | undefined;
    },
  ): void {
    this.#tokens.inc({ model, kind: 'input' }, usage.inputTokens);
    this.#tokens.inc({ model, kind: 'output' }, usage.outputTokens);
    if (usage.estimatedCostUsd !== undefined) this.#cost.inc({ model }, usage.estimatedCostUsd);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }
}
