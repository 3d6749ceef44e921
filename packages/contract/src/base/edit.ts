import type { AnswerOf, Call, Edit, EditGiven } from './call.ts';

interface TypedEdit<R extends Call, Body> extends Pick<Edit, 'actions'> {
  readonly asking: (given: EditGiven<Body>) => ReturnType<Edit['asking']>;
  readonly seen: (answer: AnswerOf<R>, given: EditGiven<Body>) => ReturnType<Edit['seen']>;
  readonly about: (answer: AnswerOf<R>, given: EditGiven<Body>) => ReturnType<Edit['about']>;
}

/** Keeps the types of the answer that is read, and of the body that is sent. */
export const editOf = <const R extends Call, Body = unknown>(read: R, edit: TypedEdit<R, Body>): Edit =>
  ({ ...edit, read }) as unknown as Edit;
