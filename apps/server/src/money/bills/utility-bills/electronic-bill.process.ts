import { noteElement, readNotes } from '@nascente/domain/money/electronic-bill/read-notes';
import { refuseField } from '../../../platform/errors.ts';
import { answerFromProcess } from '../../../platform/workers/process-answer.ts';
import type { SignedBill } from './electronic-bills.service.ts';
import { readXmlDocuments } from './xml-documents.ts';
import { signatureOf } from './xml-signature.ts';

/** The notes of an XML file or of a saved e-mail. */
const readBills = async (file: Uint8Array): Promise<readonly SignedBill[]> => {
  const roots = await readXmlDocuments(file);
  const { bills, refusal } = readNotes(roots);
  if (refusal !== null) refuseField('file', refusal);
  return bills.map((bill) => ({ bill, signature: signatureOf(roots, noteElement(roots, bill.accessKey)) }));
};

await answerFromProcess((file) => readBills(new Uint8Array(file)));
