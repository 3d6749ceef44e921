/** Screens of the app that tell nothing of anybody: without a session, or without an answer, they are shown all the same. */
const OPEN_TO_ALL = ['/help', '/glossary'];

export const isOpenToAll = (pathname: string): boolean => OPEN_TO_ALL.includes(pathname.replace(/\/$/, ''));
