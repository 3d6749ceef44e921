import type { Call, WayToFail } from '../base/call.ts';

/** What each status of a failure means, for the OpenAPI document. */
export const FAILURE_WORDS = {
  400: 'What was given cannot be taken; `msg` says why, `errors` names the fields.',
  401: 'No session or key, or one that is known no longer; where credentials are given, they are wrong.',
  403: 'The caller may see it, but not do this; of type `proof`: not before `POST /user/proof`.',
  404: "It does not exist, or is another customer's: the two are told apart by nobody.",
  409: 'It does not fit what is stored by now, or a number that may not be exceeded is reached; `msg` says which.',
  413: 'More bytes or rows than are taken.',
  415: 'Not of a kind that is taken.',
  429: 'Too much at once, too many attempts, or an API key beyond its rate (`RateLimit`, `RateLimit-Policy`): again after the seconds that `Retry-After` tells.',
  500: 'An unexpected failure; it is logged, and nothing is told of it.',
  503: 'A part that is needed is down, or busy for longer than a request waits: later again.',
} as const;

export type FailureStatus = keyof typeof FAILURE_WORDS;

const STATUS_OF: Readonly<Record<WayToFail, FailureStatus>> = {
  credentials: 401,
  'not-allowed': 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'wrong-kind': 415,
  'too-many': 429,
};

/**
 * Every status with which a call may fail: what follows from its parts, and what it says itself. Any call refuses a field that
 * it does not know, anybody may ask for too much at once, and any store may be down.
 */
export const failureStatuses = (call: Call): readonly FailureStatus[] => {
  const isSigned = call.access === 'session' || call.access === 'Admin';
  const found = new Set<FailureStatus>([400, 429, 500, 503]);
  if (call.access !== 'anyone') found.add(401);
  if (isSigned) found.add(403);
  if (call.params) found.add(404);
  if (call.body || call.upload) found.add(413).add(415);
  if (call.edit) found.add(409);
  for (const way of call.fails ?? []) found.add(STATUS_OF[way]);
  return [...found].sort((a, b) => a - b);
};
