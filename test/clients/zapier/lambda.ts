import { npmFile } from '../../kit/programs/npm-packages.js';

/** What Zapier asks its Lambda function for. */
export interface LambdaCall {
  number: number;
  event: Record<string, unknown>;
}

export interface LambdaAnswer {
  number: number;
  results?: unknown;
  /** `CALLBACK` while the Zap waits, else `SUCCESS`. */
  status?: string;
  error?: { name: string; message: string };
}

interface Platform {
  createAppHandler: (app: object) => (event: object) => Promise<{ results: unknown; status: string }>;
}

/**
 * Runs the app as Zapier does, with the handler of its platform. In a process of its own: the platform replaces `fetch`
 * and `http.request`.
 */
const serve = async (appFile: string): Promise<void> => {
  const { default: platform }: { default: Platform } = await import(npmFile('zapier', 'index.mjs'));
  const { default: app }: { default: object } = await import(appFile);
  const handler = platform.createAppHandler(app);
  const answer = async ({ number, event }: LambdaCall): Promise<LambdaAnswer> => {
    try {
      const { results, status } = await handler(event);
      return { number, results, status };
    } catch (error) {
      const { name, message } = error as Error;
      return { number, error: { name, message } };
    }
  };
  process.on('message', async (call: LambdaCall) => process.send?.(await answer(call)));
  process.on('disconnect', () => process.exit());
};

if (process.send && process.argv[2]) await serve(process.argv[2]);
