/** Told how many bytes of a message are durable, and which id it had; 0: it had none. */
type Finished = (bytes: number, messageId: number) => void;

/** What a message is answered by, once. */
interface Receipt {
  finished: Finished;
  bytes: number;
  messageId: number;
  readonly done: () => void;
}

/** Reused: as closures they would be promoted by the garbage collector, tens of thousands a second. */
const spareReceipts: Receipt[] = [];

export const openReceipt = (finished: Finished, bytes: number, messageId: number): Receipt => {
  const receipt = spareReceipts.pop() ?? createReceipt(finished);
  receipt.finished = finished;
  receipt.bytes = bytes;
  receipt.messageId = messageId;
  return receipt;
};

const createReceipt = (first: Finished): Receipt => {
  const receipt: Receipt = {
    finished: first,
    bytes: 0,
    messageId: 0,
    done() {
      spareReceipts.push(receipt);
      receipt.finished(receipt.bytes, receipt.messageId);
    },
  };
  return receipt;
};
