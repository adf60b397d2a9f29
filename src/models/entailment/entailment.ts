/** How far evidence bears a claim out, and how far it says otherwise: probabilities, together at most 1. */
export interface Judgement {
  readonly entailed: number;
  readonly contradicted: number;
}

interface JudgeRequest {
  readonly claim: string;
  /** Sentences, rows or quotes, taken together; one at least. */
  readonly evidence: readonly string[];
  readonly signal?: AbortSignal;
}

/**
 * A model of natural language inference.
 * @throws GenerationError when the model cannot be run or reached; the signal's reason on abort.
 */
export interface Entailment {
  readonly modelId: string;
  judge(request: JudgeRequest): Promise<Judgement>;
  close(): Promise<void>;
}
