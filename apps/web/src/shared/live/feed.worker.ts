import { serveFeed } from './serve-feed.ts';

serveFeed(self);
