/* oxlint-disable no-underscore-dangle -- the names are those of the exports of the engine */
/** The part of PDFium's C interface that is used here. Handles and buffers are addresses in its memory; 0 is none. */
export interface PdfiumModule {
  readonly HEAPU8: Uint8Array;
  readonly HEAP32: Int32Array;
  readonly HEAPF32: Float32Array;
  readonly HEAPF64: Float64Array;
  readonly wasmExports: { malloc(bytes: number): number; free(address: number): void };
  _FPDF_LoadMemDocument(bytes: number, size: number, password: number): number;
  _FPDF_CloseDocument(document: number): void;
  _FPDF_GetLastError(): number;
  _FPDF_GetPageCount(document: number): number;
  _FPDF_DocumentHasValidCrossReferenceTable(document: number): number;
  _FPDF_GetMetaText(document: number, tag: number, buffer: number, size: number): number;
  _FPDF_GetPageLabel(document: number, page: number, buffer: number, size: number): number;
  _FPDF_LoadPage(document: number, page: number): number;
  _FPDF_ClosePage(page: number): void;
  _FPDF_GetPageBoundingBox(page: number, rect: number): number;
  _FPDFPage_GetRotation(page: number): number;
  _FPDFBitmap_CreateEx(width: number, height: number, format: number, buffer: number, stride: number): number;
  _FPDFBitmap_FillRect(
    bitmap: number,
    left: number,
    top: number,
    width: number,
    height: number,
    color: number,
  ): number;
  _FPDFBitmap_GetBuffer(bitmap: number): number;
  _FPDFBitmap_GetStride(bitmap: number): number;
  _FPDFBitmap_Destroy(bitmap: number): void;
  _FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    left: number,
    top: number,
    width: number,
    height: number,
    rotation: number,
    flags: number,
  ): void;
  _FPDFLink_Enumerate(page: number, position: number, link: number): number;
  _FPDFLink_GetAction(link: number): number;
  _FPDFLink_GetDest(document: number, link: number): number;
  _FPDFLink_GetAnnotRect(link: number, rect: number): number;
  _FPDFLink_CountQuadPoints(link: number): number;
  _FPDFLink_GetQuadPoints(link: number, index: number, points: number): number;
  _FPDF_StructTree_GetForPage(page: number): number;
  _FPDF_StructTree_Close(tree: number): void;
  _FPDF_StructTree_CountChildren(tree: number): number;
  _FPDF_StructTree_GetChildAtIndex(tree: number, index: number): number;
  _FPDF_StructElement_GetType(element: number, buffer: number, size: number): number;
  _FPDF_StructElement_GetAltText(element: number, buffer: number, size: number): number;
  _FPDF_StructElement_CountChildren(element: number): number;
  _FPDF_StructElement_GetChildAtIndex(element: number, index: number): number;
  _FPDF_StructElement_GetChildMarkedContentID(element: number, index: number): number;
  _FPDFPageObj_GetMarkedContentID(object: number): number;
  _FPDFPageObj_GetClipPath(object: number): number;
  _FPDFClipPath_CountPaths(clip: number): number;
  _FPDFClipPath_CountPathSegments(clip: number, path: number): number;
  _FPDFClipPath_GetPathSegment(clip: number, path: number, index: number): number;
  _FPDFPageObj_GetBounds(object: number, left: number, bottom: number, right: number, top: number): number;
  _FPDFText_LoadPage(page: number): number;
  _FPDFText_ClosePage(textPage: number): void;
  _FPDFText_CountChars(textPage: number): number;
  _FPDFText_GetUnicode(textPage: number, index: number): number;
  _FPDFText_HasUnicodeMapError(textPage: number, index: number): number;
  _FPDFText_IsHyphen(textPage: number, index: number): number;
  _FPDFText_GetLooseCharBox(textPage: number, index: number, rect: number): number;
  _FPDFText_GetCharBox(
    textPage: number,
    index: number,
    left: number,
    right: number,
    bottom: number,
    top: number,
  ): number;
  _FPDFText_GetCharOrigin(textPage: number, index: number, x: number, y: number): number;
  _FPDFText_GetMatrix(textPage: number, index: number, matrix: number): number;
  _FPDFText_GetFontSize(textPage: number, index: number): number;
  _FPDFText_GetTextObject(textPage: number, index: number): number;
  _FPDFTextObj_GetFont(textObject: number): number;
  _FPDFTextObj_GetFontSize(textObject: number, size: number): number;
  _FPDFTextObj_GetTextRenderMode(textObject: number): number;
  _FPDFTextObj_SetTextRenderMode(textObject: number, mode: number): number;
  _FPDFFont_GetAscent(font: number, size: number, ascent: number): number;
  _FPDFFont_GetDescent(font: number, size: number, descent: number): number;
  _FPDFFont_GetIsEmbedded(font: number): number;
  _FPDFFont_GetWeight(font: number): number;
  _FPDFFont_GetFlags(font: number): number;
  _FPDFFont_GetBaseFontName(font: number, buffer: number, size: number): number;
  _FPDFPage_CountObjects(page: number): number;
  _FPDFPage_GetObject(page: number, index: number): number;
  _FPDFPage_RemoveObject(page: number, object: number): number;
  _FPDFFormObj_CountObjects(form: number): number;
  _FPDFFormObj_GetObject(form: number, index: number): number;
  _FPDFFormObj_RemoveObject(form: number, object: number): number;
  _FPDFPageObj_GetType(object: number): number;
  _FPDFPageObj_Destroy(object: number): void;
  _FPDFPageObj_GetMatrix(object: number, matrix: number): number;
  _FPDFPageObj_Transform(
    object: number,
    a: number,
    b: number,
    c: number,
    d: number,
    e: number,
    f: number,
  ): void;
  _FPDFPageObj_GetFillColor(
    object: number,
    red: number,
    green: number,
    blue: number,
    opacity: number,
  ): number;
  _FPDFPageObj_GetStrokeColor(
    object: number,
    red: number,
    green: number,
    blue: number,
    opacity: number,
  ): number;
  _FPDFPageObj_GetStrokeWidth(object: number, width: number): number;
  _FPDFPath_GetDrawMode(path: number, fill: number, stroke: number): number;
  _FPDFPath_CountSegments(path: number): number;
  _FPDFPath_GetPathSegment(path: number, index: number): number;
  _FPDFPathSegment_GetType(segment: number): number;
  _FPDFPathSegment_GetPoint(segment: number, x: number, y: number): number;
  _FPDFPathSegment_GetClose(segment: number): number;
  _FPDFBookmark_GetFirstChild(document: number, bookmark: number): number;
  _FPDFBookmark_GetNextSibling(document: number, bookmark: number): number;
  _FPDFBookmark_GetTitle(bookmark: number, buffer: number, size: number): number;
  _FPDFBookmark_GetDest(document: number, bookmark: number): number;
  _FPDFBookmark_GetAction(bookmark: number): number;
  _FPDFAction_GetType(action: number): number;
  _FPDFAction_GetURIPath(document: number, action: number, buffer: number, size: number): number;
  _FPDFAction_GetDest(document: number, action: number): number;
  _FPDFDest_GetDestPageIndex(document: number, destination: number): number;
  _FPDFDest_GetLocationInPage(
    destination: number,
    hasX: number,
    hasY: number,
    hasZoom: number,
    x: number,
    y: number,
    zoom: number,
  ): number;
}

/** Bytes kept for out-parameters. */
export const scratchBytes = 4096;

export interface Engine {
  readonly module: PdfiumModule;
  /** Address of `scratchBytes` bytes in its memory, 8-byte aligned. */
  readonly scratch: number;
}

let shared: Promise<PdfiumModule> | undefined;

/** The PDFium instance of this process, started on first use and shared by all documents. */
export function pdfium(): Promise<PdfiumModule> {
  shared ??= start().catch((cause: unknown) => {
    shared = undefined;
    throw cause;
  });
  return shared;
}

/**
 * Makes the next document start a fresh instance, as this one is broken. One that has grown large is used again: two would
 * need more, and processes that hold much memory are ended.
 */
export function retire(): void {
  shared = undefined;
}

async function start(): Promise<PdfiumModule> {
  const { PDFiumLibrary } = await import('@hyzyla/pdfium');
  const library = await PDFiumLibrary.init();
  // The package keeps the engine private, and offers no text positions itself.
  const module = Reflect.get(library, 'module') as PdfiumModule;
  return callDirectly(module);
}

/** The engine's functions come wrapped in checks of their arguments, which cost more than most of them do. */
function callDirectly(module: PdfiumModule): PdfiumModule {
  for (const [name, call] of Object.entries(module.wasmExports))
    if (name.startsWith('FPDF')) Reflect.set(module, `_${name}`, call);
  return module;
}
