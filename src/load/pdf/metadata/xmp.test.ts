import { deflateSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readXmp } from './xmp.ts';

const packetOf = (properties: string, attributes = ''): string =>
  `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF>
<rdf:Description rdf:about="" ${attributes}>${properties}</rdf:Description>
</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

const titled = (title: string): string =>
  packetOf(`<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${title}</rdf:li></rdf:Alt></dc:title>`);

function stream(number: number, content: string | Uint8Array, entries = ''): Buffer {
  return Buffer.concat([
    Buffer.from(`${number} 0 obj\n<</Type /Metadata /Subtype /XML ${entries}>>\nstream\n`),
    Buffer.from(content),
    Buffer.from('\nendstream\nendobj\n'),
  ]);
}

const catalog = (entries: string) => Buffer.from(`1 0 obj\n<</Type /Catalog ${entries}>>\nendobj\n`);
const file = (...objects: Buffer[]) => new Uint8Array(Buffer.concat([Buffer.from('%PDF-1.7\n'), ...objects]));

describe('readXmp', () => {
  it('reads Dublin Core and PRISM as elements, lists and attributes', async () => {
    const packet = packetOf(
      `<dc:title><rdf:Alt><rdf:li>On &amp; off rivers</rdf:li><rdf:li>Über Flüsse</rdf:li></rdf:Alt></dc:title>
       <dc:creator><rdf:Seq><rdf:li>Ada Li</rdf:li><rdf:li>Bo Ray</rdf:li></rdf:Seq></dc:creator>
       <dc:subject><rdf:Bag><rdf:li>water</rdf:li></rdf:Bag></dc:subject>
       <dc:language><rdf:Bag><rdf:li>de-AT</rdf:li></rdf:Bag></dc:language>
       <prism:publicationName>Journal of Water</prism:publicationName>
       <prism:doi>https://doi.org/10.1000/182</prism:doi>`,
      'xmp:CreateDate="2024-05-17T10:00:00Z" xmp:CreatorTool="Writer" pdf:Producer="Press 3"',
    );
    expect(await readXmp(file(catalog('/Metadata 7 0 R'), stream(7, packet)))).toEqual({
      title: 'On & off rivers',
      creators: ['Ada Li', 'Bo Ray'],
      subjects: ['water'],
      created: '2024-05-17T10:00:00Z',
      containerTitle: 'Journal of Water',
      doi: '10.1000/182',
      language: 'de',
      tools: ['Writer', 'Press 3'],
    });
  });

  it('inflates a compressed packet', async () => {
    const packed = stream(7, deflateSync(titled('Rivers')), '/Filter /FlateDecode');
    expect(await readXmp(file(catalog('/Metadata 7 0 R'), packed))).toMatchObject({ title: 'Rivers' });
  });

  it("takes the catalog's packet in its last state, not those of pictures", async () => {
    const bytes = file(
      stream(17, titled('A picture')),
      stream(7, titled('First')),
      catalog('/Metadata 7 0 R'),
      stream(7, titled('Last')),
    );
    expect(await readXmp(bytes)).toMatchObject({ title: 'Last' });
  });

  it("takes the last catalog's, where the file was saved again and again", async () => {
    const saved = (number: number) => [
      stream(number, titled(`Draft ${number}`)),
      catalog(`/Metadata ${number} 0 R`),
    ];
    expect(await readXmp(file(...saved(9), ...saved(7), ...saved(8)))).toMatchObject({ title: 'Draft 8' });
    const broken = [stream(6, 'RDF'.slice(1)), catalog('/Metadata 6 0 R')];
    expect(await readXmp(file(...saved(7), ...broken))).toMatchObject({ title: 'Draft 7' });
  });

  it('finds none where the catalog names none, whatever pictures have', async () => {
    expect(await readXmp(file(catalog('/Pages 2 0 R'), stream(7, titled('A picture'))))).toBeUndefined();
  });

  it('takes the packet of a PDF where the catalog is out of sight', async () => {
    const own = titled('Own').replace('</dc:title>', '</dc:title><dc:format>application/pdf</dc:format>');
    expect(await readXmp(file(stream(7, own), stream(8, titled('A picture'))))).toMatchObject({
      title: 'Own',
    });
  });

  it('finds none in what is damaged, encrypted, too long or no XML', async () => {
    const bomb = stream(7, deflateSync(Buffer.alloc(8_000_000, 'RDF ')), '/Filter /FlateDecode');
    const broken = stream(7, Buffer.from([1, 2, 3]), '/Filter /FlateDecode');
    for (const object of [bomb, broken, stream(7, 'RDF'), stream(7, Buffer.from([250, 3, 9]))]) {
      expect(await readXmp(file(catalog('/Metadata 7 0 R'), object))).toBeUndefined();
    }
  });

  it('expands no entity of its own', async () => {
    const packet = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]>${titled('&a;&a;')}`;
    expect((await readXmp(file(catalog('/Metadata 7 0 R'), stream(7, packet))))?.title).not.toContain('aa');
  });

  it('ends in an answer whatever the bytes', async () => {
    const part = fc.constantFrom(
      '/Type /Catalog',
      '/Metadata 7 0 R',
      '7 0 obj',
      'stream\n',
      'endstream',
      '<a>',
      'RDF',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(part, fc.string())), async (parts) => {
        await readXmp(new Uint8Array(Buffer.from(parts.join(' '))));
      }),
    );
  });
});
