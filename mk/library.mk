# libbelfry: the engine, the pump and the store inside other programs (include/belfry.h, src/embed).
#
#   build/libbelfry.a       one object; whatever include/belfry.h does not declare is local to it
#   build/libbelfry.so.0    the same, shared; exports by src/embed/belfry.map, and no other names
#   build/belfry.pc         for pkg-config
#
# Variants with sanitizers have none of these: their tests link the archives of the layers.

LIBRARY_VERSION := $(shell cat VERSION)
# Grows when a program that was linked before cannot run any more; test/library/abi.txt tells.
LIBRARY_SONAME = libbelfry.so.0
LIBRARY_LAYERS = pump engine store host model calendar api base
LIBRARY_NEEDS  = sqlite3 libcrypto
LIBRARY_OBJECTS := $(call object,$(filter src/embed/%,$(SOURCES)))
LIBRARY_FILES = $(BUILD)/libbelfry.a $(BUILD)/$(LIBRARY_SONAME) $(BUILD)/libbelfry.so \
	$(BUILD)/belfry.pc
LIBDIR = $(PREFIX)/lib

.PHONY: library install-library

library: $(if $(SAN),,$(LIBRARY_FILES))

$(LIBRARY_OBJECTS): private CPPFLAGS += -Iinclude

LIBRARY_PARTS = $(LIBRARY_OBJECTS) $(LIBRARY_LAYERS:%=$(BUILD)/lib%.a)
pull = $(filter %.o,$^) -Wl,--start-group $(filter %.a,$^) -Wl,--end-group

# The linker takes from the archives only the objects that are used. Hidden names become local, so
# that none of ours can meet one of the program's.
$(BUILD)/libbelfry.a: $(LIBRARY_PARTS)
	$(call say,AR,$@)
	$(Q)$(CC) -r -nostdlib -o $(BUILD)/libbelfry.o $(pull)
	$(Q)objcopy --localize-hidden $(BUILD)/libbelfry.o
	@rm -f $@
	$(Q)$(AR) rcsD $@ $(BUILD)/libbelfry.o
	@rm -f $(BUILD)/libbelfry.o

$(BUILD)/$(LIBRARY_SONAME): $(LIBRARY_PARTS) src/embed/belfry.map
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) -shared -Wl,-soname,$(LIBRARY_SONAME) \
		-Wl,--version-script=src/embed/belfry.map -Wl,-z,defs,-z,relro,-z,now \
		-Wl,-z,noexecstack,--as-needed -o $@ $(pull) \
		$(call pkg,--libs $(LIBRARY_NEEDS)) -lpthread

$(BUILD)/libbelfry.so: $(BUILD)/$(LIBRARY_SONAME)
	@ln -sf $(LIBRARY_SONAME) $@

# Where it is installed stands in the file itself.
$(BUILD)/belfry.pc: packaging/belfry.pc.in VERSION $(BUILD)/prefix
	$(Q)sed -e 's,@PREFIX@,$(PREFIX),; s,@LIBDIR@,$(LIBDIR),' \
		-e 's,@VERSION@,$(LIBRARY_VERSION),; s,@NEEDS@,$(LIBRARY_NEEDS),' $< > $@

$(BUILD)/prefix: FORCE
	@mkdir -p $(@D)
	@echo '$(PREFIX) $(LIBDIR)' | cmp -s - $@ || echo '$(PREFIX) $(LIBDIR)' > $@

install-library: library ## Install header, libraries and pkg-config file (DESTDIR, PREFIX)
	install -D -m 644 include/belfry.h $(DESTDIR)$(PREFIX)/include/belfry.h
	install -D -m 644 $(BUILD)/libbelfry.a $(DESTDIR)$(LIBDIR)/libbelfry.a
	install -D -m 755 $(BUILD)/$(LIBRARY_SONAME) \
		$(DESTDIR)$(LIBDIR)/libbelfry.so.$(LIBRARY_VERSION)
	ln -sf libbelfry.so.$(LIBRARY_VERSION) $(DESTDIR)$(LIBDIR)/$(LIBRARY_SONAME)
	ln -sf $(LIBRARY_SONAME) $(DESTDIR)$(LIBDIR)/libbelfry.so
	install -D -m 644 $(BUILD)/belfry.pc $(DESTDIR)$(LIBDIR)/pkgconfig/belfry.pc
