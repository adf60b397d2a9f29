import { MarkedReply } from './marked-reply.ts';
import type { ReplyEvent, ReplyReader } from './reply-event.ts';
import { StructuredReply } from './structured-reply.ts';

/** White space and the fence that models like to put around JSON. */
const opening = /^\s*(?:`{3}\w*\s*)?/;
/** Characters after which it is none. */
const longestOpening = 200;
const maybeOpening = /^\s*(?:`{1,3}\w*\s*)?$/;

/**
 * Reads a reply as what it turns out to be: an object with claims, or prose with markers; models do not always write what
 * they are asked for.
 * @param language of the prose, ISO 639-1.
 */
export function createReplyReader(language?: string): ReplyReader {
  let reader: ReplyReader | undefined;
  let beginning = '';

  function open(): ReplyEvent[] {
    const text = beginning.replace(opening, '');
    reader = text.startsWith('{') ? new StructuredReply() : new MarkedReply(language);
    return reader.push(text);
  }

  return {
    get removedLinks() {
      return reader?.removedLinks ?? 0;
    },
    push(delta) {
      if (reader !== undefined) return reader.push(delta);
      beginning += delta;
      return beginning.length <= longestOpening && maybeOpening.test(beginning) ? [] : open();
    },
    end() {
      const rest = reader === undefined ? open() : [];
      return [...rest, ...reader!.end()];
    },
  };
}
