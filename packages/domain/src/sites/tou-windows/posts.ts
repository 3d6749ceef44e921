/** Time-of-use post: peak, intermediate, off-peak. */
export type Post = 'inPoint' | 'interPoint' | 'outPoint';

export const POSTS: readonly Post[] = ['inPoint', 'interPoint', 'outPoint'];
