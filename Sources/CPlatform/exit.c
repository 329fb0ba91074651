/* A host may call exit() at any moment, also while our threads decode. C++ would then destroy the static objects of the
 * Swift runtime and of zxing-cpp under their hands. This definition is hidden: inside this library (or program) it takes
 * the place of libc's and registers nothing, so that static objects stay as they are until the process has gone. The
 * library is never unloaded (-z nodelete), so nothing is lost by that. */
#if !defined(__has_feature)
#define __has_feature(x) 0
#endif
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)

__attribute__((visibility("hidden"))) int __cxa_atexit(void (*destructor)(void *), void *object, void *dso) {
  (void)destructor, (void)object, (void)dso;
  return 0;
}

#endif
