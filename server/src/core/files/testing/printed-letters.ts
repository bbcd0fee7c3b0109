import { extractText, getDocumentProxy, getResolvedPDFJS } from 'unpdf';

type PrintedDocument = Awaited<ReturnType<typeof getDocumentProxy>>;

/** What a PDF file shows: its letters in any order, and how many boxes stand for a missing one. */
export async function printedLetters(
  pdf: Uint8Array,
): Promise<{ letters: ReadonlySet<string>; boxes: number }> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const pages = Array.from({ length: document.numPages }, (_, index) => index + 1);
  const codes = (await Promise.all(pages.map((page) => codesOf(document, page)))).flat();
  const { text } = await extractText(document, { mergePages: true });
  return {
    letters: new Set(text),
    boxes: codes.filter((code) => code === 0).length,
  };
}

/** The character codes that a page's fonts are asked for; 0 is the box for a missing letter. */
async function codesOf(document: PrintedDocument, page: number): Promise<number[]> {
  const { OPS } = await getResolvedPDFJS();
  const { fnArray, argsArray } = await (await document.getPage(page)).getOperatorList();
  return fnArray.flatMap((operator, index) =>
    operator === OPS.showText
      ? (argsArray[index][0] as (number | { originalCharCode: number })[]).flatMap((glyph) =>
          typeof glyph === 'number' ? [] : [glyph.originalCharCode],
        )
      : [],
  );
}

/** Letters and digits that can be seen, each once. */
export function visibleLetters(name: string): string[] {
  return [...new Set(name.replace(/[^\p{L}\p{N}\p{M}]/gu, ''))];
}
