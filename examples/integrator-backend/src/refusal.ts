/** What is wrong with one field of the body. */
export interface Fault {
  field: string;
  rule: string;
  message: string;
}

interface Details {
  errors?: Fault[];
  retryAfterSeconds?: number;
}

/** A request that is refused. Its message is for the sender: it says nothing that they may not know. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  /** The code of Palaver's own table where it has one, so that an app reads one kind of envelope. */
  readonly code: string;
  readonly details: Details;

  constructor(status: number, code: string, message: string, details: Details = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}
