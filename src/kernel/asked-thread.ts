import type { Worker } from 'node:worker_threads';

/** A thread that answers each question with one message. It is asked one question at a time. */
export class AskedThread<Question, Answer> {
  private readonly worker: Worker;
  private waiting: { readonly done: (answer: Answer) => void; readonly failed: (error: Error) => void } | undefined;
  private failure: Error | undefined;

  /** `ended` is what a question fails with once the thread is gone, unless that ended with an error of its own. */
  constructor(worker: Worker, ended: string) {
    this.worker = worker;
    worker.on('message', (answer: Answer) => {
      const { waiting } = this;
      this.waiting = undefined;
      waiting?.done(answer);
    });
    worker.on('error', (error) => this.fail(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', () => this.fail(new Error(ended)));
  }

  ask(question: Question): Promise<Answer> {
    return new Promise((done, failed) => {
      if (this.failure !== undefined) {
        failed(this.failure);
        return;
      }
      this.waiting = { done, failed };
      this.worker.postMessage(question);
    });
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }

  private fail(error: Error): void {
    this.failure ??= error;
    this.waiting?.failed(this.failure);
    this.waiting = undefined;
  }
}
