/** What libraries, the database and Node say, and no sentence in Portuguese holds. */
const FOREIGN =
  /\b(error|invalid|unexpected|expected|received|must|should|required|failed|failure|cannot|can't|undefined|unrecognized|unsupported|not found|too (?:big|small|long)|syntax|violates|constraint|relation|column|duplicate key|timeout|timed out|at position|in JSON|node:|node_modules|out of range|is not|FST_ERR|ERR_[A-Z])\b|\.ts\b|\[object /gi;

/** Words of a text that a person was not to read: English ones, and those of what is inside. */
export const foreignWords = (text: string): readonly string[] => text.match(FOREIGN) ?? [];
