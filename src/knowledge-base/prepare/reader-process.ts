/** What runs in the processes that read documents: a parser that loops, or breaks, takes nothing else with it. */
import { serve } from '../../util/processes/serve.ts';
import { readerTasks } from './reader-tasks.ts';

// pdf.js lets go of promises that fail over damaged files. What comes of a document, its own promise tells.
process.on('unhandledRejection', () => {});

serve(readerTasks);
