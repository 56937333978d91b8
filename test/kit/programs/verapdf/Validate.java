import java.io.FileInputStream;
import java.util.TreeSet;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.flavours.PDFAFlavour;

/** Prints for each file of the arguments one line: the rules of PDF/UA-1 that it breaks, such as `7.1-8 7.18.5-2`. */
public class Validate {
  public static void main(String[] files) throws Exception {
    VeraGreenfieldFoundryProvider.initialise();
    var foundry = Foundries.defaultInstance();
    for (String file : files) {
      try (var parser = foundry.createParser(new FileInputStream(file), PDFAFlavour.PDFUA_1)) {
        var broken = new TreeSet<String>();
        for (var rule : foundry.createValidator(PDFAFlavour.PDFUA_1, false).validate(parser).getFailedChecks().keySet())
          broken.add(rule.getClause() + "-" + rule.getTestNumber());
        System.out.println("broken: " + String.join(" ", broken));
      }
    }
  }
}
