import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * Listens where an engine did that sleeps, so that whoever asks it something wakes it, and waits instead of being refused.
 */
export class Doorbell {
  /** Resolves with the first caller. */
  readonly rung: Promise<void>;
  private readonly server: Server;
  private readonly held = new Set<Socket>();

  private constructor(server: Server) {
    this.server = server;
    this.rung = new Promise((resolve) => {
      server.on('connection', (caller) => {
        this.held.add(caller);
        caller.on('error', () => caller.destroy());
        caller.once('close', () => this.held.delete(caller));
        resolve();
      });
    });
  }

  /** Undefined where something else listens by now. */
  static async at(port: number): Promise<Doorbell | undefined> {
    // Not a byte is read here: what callers say is for the engine.
    const server = createServer({ pauseOnConnect: true });
    const bell = new Doorbell(server);
    try {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      return bell;
    } catch {
      return undefined;
    }
  }

  /** Leaves the port to an engine; callers are held. */
  stopListening(): void {
    this.server.close();
  }

  /** Puts the callers that are held through to the engine that listens there now. */
  connect(port: number): void {
    for (const caller of this.held) {
      const engine = connect(port, '127.0.0.1');
      engine.on('error', () => caller.destroy());
      caller.once('close', () => engine.destroy());
      engine.once('close', () => caller.destroy());
      caller.pipe(engine).pipe(caller);
    }
  }

  /** Callers find nobody, as where an engine has ended. */
  hangUp(): void {
    this.server.close();
    for (const caller of this.held) caller.destroy();
  }
}
