/** A busy browser reads the file a while after the link was followed: its address stays good for as long. */
const KEPT_MS = 60_000;

/** Hands a file to the browser, which keeps it where it keeps downloads. */
export const saveFile = (name: string, content: Blob): void => {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
};
