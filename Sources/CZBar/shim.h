/* libzbar for Swift, and what keeps it quiet.
 *
 * The decoders of libzbar report failed inner checks with fprintf(stderr, "WARNING: %s:%d: %s: Assertion …"). Noise is
 * enough to trigger them, and a library must not write to a host's standard error. The lines cannot be switched off
 * (they do not look at the verbosity), and redirecting descriptor 2 or the `stderr` variable would hit the whole process. So the
 * one pointer through which libzbar calls fprintf is replaced: the entry of its own global offset table. Everything
 * that is not such a line still goes through.
 */
#ifndef CZBAR_SHIM_H
#define CZBAR_SHIM_H

#include <elf.h>
#include <link.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zbar.h>

/* Whether libzbar says that an assertion failed, which it survives. */
static int czbar_is_noise(FILE *file, const char *format) {
  return file == stderr && strncmp(format, "WARNING: %s:%d: %s: Assertion", 29) == 0;
}

/* Stands in for __fprintf_chk (fortified builds). */
static int czbar_fprintf_chk(FILE *file, int flag, const char *format, ...) {
  (void)flag;
  if (czbar_is_noise(file, format)) return 0;
  va_list arguments;
  va_start(arguments, format);
  int count = vfprintf(file, format, arguments);
  va_end(arguments);
  return count;
}

/* Stands in for fprintf. */
static int czbar_fprintf(FILE *file, const char *format, ...) {
  if (czbar_is_noise(file, format)) return 0;
  va_list arguments;
  va_start(arguments, format);
  int count = vfprintf(file, format, arguments);
  va_end(arguments);
  return count;
}

/* Writes one entry of an offset table that the loader may have made read-only. */
static int czbar_replace(ElfW(Addr) entry, void *function, int read_only) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  void *start = (void *)((uintptr_t)entry & ~(page - 1));
  if (read_only && mprotect(start, page, PROT_READ | PROT_WRITE) != 0) return 0;
  __atomic_store_n((void **)entry, function, __ATOMIC_RELEASE);
  if (read_only) mprotect(start, page, PROT_READ);
  return 1;
}

/* The fields of struct dl_phdr_info that are used; <link.h> declares it only under _GNU_SOURCE. */
struct czbar_object {
  ElfW(Addr) base;
  const char *name;
  const ElfW(Phdr) * parts;
  ElfW(Half) part_count;
};
struct dl_phdr_info;
extern int dl_iterate_phdr(int (*visit)(struct dl_phdr_info *, size_t, void *), void *result);

/* What czbar_search needs to know about libzbar. */
struct czbar_tables {
  ElfW(Addr) base, relro, relro_end;
  const ElfW(Sym) * symbols;
  const char *names;
};

/* Searches one relocation table (entries of `step` bytes that begin like ElfW(Rel)) for the two functions. */
static int czbar_search(const struct czbar_tables *tables, const char *table, size_t bytes, size_t step) {
  int replaced = 0;
  for (size_t i = 0; table && i + step <= bytes; i += step) {
    const ElfW(Rel) *entry = (const ElfW(Rel) *)(table + i);
    size_t symbol = (size_t)(entry->r_info >> (__SIZEOF_POINTER__ == 8 ? 32 : 8));
    if (symbol == 0) continue;
    const char *name = tables->names + tables->symbols[symbol].st_name;
    void *function = strcmp(name, "__fprintf_chk") == 0 ? (void *)czbar_fprintf_chk
                     : strcmp(name, "fprintf") == 0     ? (void *)czbar_fprintf
                                                        : NULL;
    ElfW(Addr) place = tables->base + entry->r_offset;
    if (function) replaced += czbar_replace(place, function, place >= tables->relro && place < tables->relro_end);
  }
  return replaced;
}

/* Called for each loaded object; acts on the one that holds the scanner. */
static int czbar_visit(struct dl_phdr_info *info, size_t size, void *result) {
  (void)size;
  const struct czbar_object *object = (const struct czbar_object *)info;
  struct czbar_tables tables = {object->base, 0, 0, NULL, NULL};
  ElfW(Addr) wanted = (ElfW(Addr))(uintptr_t)zbar_image_scanner_create;
  const ElfW(Dyn) *dynamic = NULL;
  int here = 0;
  for (int i = 0; i < object->part_count; i++) {
    const ElfW(Phdr) *part = &object->parts[i];
    ElfW(Addr) start = object->base + part->p_vaddr;
    if (part->p_type == PT_LOAD && wanted >= start && wanted < start + part->p_memsz) here = 1;
    if (part->p_type == PT_DYNAMIC) dynamic = (const ElfW(Dyn) *)start;
    if (part->p_type == PT_GNU_RELRO) {
      tables.relro = start;
      tables.relro_end = start + part->p_memsz;
    }
  }
  if (!here || !dynamic) return 0;
  const char *calls = NULL, *with_addends = NULL, *without = NULL;
  size_t calls_bytes = 0, with_bytes = 0, without_bytes = 0, calls_step = sizeof(ElfW(Rela));
  for (; dynamic->d_tag != DT_NULL; dynamic++) {
    /* Most loaders write absolute addresses here, some leave offsets. */
    ElfW(Addr) address = dynamic->d_un.d_ptr < object->base ? object->base + dynamic->d_un.d_ptr : dynamic->d_un.d_ptr;
    switch (dynamic->d_tag) {
      case DT_SYMTAB: tables.symbols = (const ElfW(Sym) *)address; break;
      case DT_STRTAB: tables.names = (const char *)address; break;
      case DT_JMPREL: calls = (const char *)address; break;
      case DT_PLTRELSZ: calls_bytes = dynamic->d_un.d_val; break;
      case DT_PLTREL: calls_step = dynamic->d_un.d_val == DT_RELA ? sizeof(ElfW(Rela)) : sizeof(ElfW(Rel)); break;
      case DT_RELA: with_addends = (const char *)address; break;
      case DT_RELASZ: with_bytes = dynamic->d_un.d_val; break;
      case DT_REL: without = (const char *)address; break;
      case DT_RELSZ: without_bytes = dynamic->d_un.d_val; break;
    }
  }
  if (!tables.symbols || !tables.names) return 1;
  *(int *)result += czbar_search(&tables, calls, calls_bytes, calls_step) +
                    czbar_search(&tables, with_addends, with_bytes, sizeof(ElfW(Rela))) +
                    czbar_search(&tables, without, without_bytes, sizeof(ElfW(Rel)));
  return 1;
}

/* Silences the warnings of the loaded libzbar; returns the number of replaced entries. Once per process, before the
 * first scan. */
static inline int czbar_silence(void) {
  int count = 0;
  dl_iterate_phdr(czbar_visit, &count);
  return count;
}

#endif
