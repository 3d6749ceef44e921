interface FirstAnswers {
  readonly token: string;
  /** By the clock of `performance`. */
  readonly askedAt: number;
  /** By method and address, such as 'GET /api/establishment'. */
  readonly asked: Record<string, Promise<Response> | undefined>;
  /** The contents of those that have come. */
  readonly came: Record<string, unknown>;
}

declare global {
  interface Window {
    firstAnswers?: FirstAnswers;
  }
}

/** Later than that the answer tells of another moment than the one in which it is wanted. */
const FRESH_MS = 10_000;

const freshFor = (token: string | null): FirstAnswers | undefined => {
  const { firstAnswers } = window;
  if (firstAnswers === undefined || firstAnswers.token !== token) return;
  return performance.now() - firstAnswers.askedAt > FRESH_MS ? undefined : firstAnswers;
};

/**
 * What the page asked the server with this token while the program was on its way (`app/first-paint/script.js`): each
 * answer is for the first who wants it.
 */
export const takeFirstAnswer = (
  method: string,
  address: string,
  token: string | null,
): Promise<Response> | undefined => {
  const answers = freshFor(token);
  const question = `${method} ${address}`;
  const answer = answers?.asked[question];
  if (answers !== undefined) answers.asked[question] = undefined;
  return answer;
};

/** The content of such an answer where it has come already: what it fills is then drawn with it at once. */
export const takeFirstContent = (method: string, address: string, token: string | null): unknown => {
  const content = freshFor(token)?.came[`${method} ${address}`];
  const isLeft = content !== undefined && takeFirstAnswer(method, address, token) !== undefined;
  return isLeft ? content : undefined;
};
