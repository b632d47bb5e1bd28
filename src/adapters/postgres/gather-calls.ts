/**
 * Lets calls that come while one is under way be done together by the next one: many agents of one process then share a
 * transaction instead of waiting for each other's.
 */
export function gatherCalls<Input, Output>(
  run: (inputs: readonly Input[]) => Promise<readonly Output[]>,
): (inputs: readonly Input[]) => Promise<readonly Output[]> {
  let waiting: WaitingCall<Input, Output>[] = [];
  let isRunning = false;
  const next = async (): Promise<void> => {
    isRunning = true;
    while (waiting.length > 0) {
      const calls = takeSome(waiting);
      waiting = waiting.slice(calls.length);
      try {
        const outputs = await run(calls.flatMap(({ inputs }) => inputs));
        let from = 0;
        for (const { inputs, resolve } of calls) {
          resolve(outputs.slice(from, from + inputs.length));
          from += inputs.length;
        }
      } catch (error) {
        for (const { reject } of calls) reject(error);
      }
    }
    isRunning = false;
  };
  return (inputs) =>
    new Promise((resolve, reject) => {
      waiting.push({ inputs, resolve, reject });
      if (!isRunning) void next();
    });
}

type WaitingCall<Input, Output> = {
  readonly inputs: readonly Input[];
  readonly resolve: (outputs: readonly Output[]) => void;
  readonly reject: (error: unknown) => void;
};

/** Inputs of one run, at most, where several calls are joined. */
const TOGETHER_MAX = 500;

/** Takes the first call in any case. */
function takeSome<Input, Output>(waiting: readonly WaitingCall<Input, Output>[]) {
  let count = 0;
  let inputs = 0;
  for (const call of waiting) {
    inputs += call.inputs.length;
    if (count > 0 && inputs > TOGETHER_MAX) break;
    count += 1;
  }
  return waiting.slice(0, count);
}
