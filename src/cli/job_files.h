/* The jobs that `belfry job apply` is given. */
#ifndef BELFRY_CLI_JOB_FILES_H
#define BELFRY_CLI_JOB_FILES_H

#include "base/arena.h"
#include "cli/verb.h"

struct job_item {
	str file;   /* as messages name it */
	u32 number; /* in that file, from 1 */
	str code;
	str json; /* the object; its members keep their bytes */
};

struct job_files {
	struct cli *cli;
	struct arena arena;
	struct job_item *items;
	u32 len;
	u32 found; /* files of a folder */
};

/* Reads `path`, a file or a folder of them (- is standard input). Reports what is wrong, with file
 * and place. Done with in any case. */
MUST_USE enum err job_files_read(struct job_files *files, struct cli *cli, str path);
void job_files_done(struct job_files *files);

#endif
