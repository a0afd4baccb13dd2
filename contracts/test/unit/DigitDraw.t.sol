// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {DR} from "../../src/DR.sol";
import {DigitDraw} from "../../src/DigitDraw.sol";
import {IBurnable} from "../../src/interfaces/IBurnable.sol";
import {IDigitDraw} from "../../src/interfaces/IDigitDraw.sol";
import {BlockHistory} from "../support/BlockHistory.sol";

contract DigitDrawTest is BlockHistory {
    bytes32 internal constant SECRET = keccak256("secret");
    uint256 internal constant OPEN_BLOCKS = 20;
    address internal immutable admin = makeAddr("admin");
    address internal immutable drawer = makeAddr("drawer");
    address internal immutable treasury = makeAddr("treasury");
    address internal immutable sponsor = makeAddr("sponsor");
    address internal immutable alice = makeAddr("alice");
    address internal immutable bob = makeAddr("bob");
    DR internal dr;
    DigitDraw internal draw;

    function setUp() public {
        vm.roll(1_000);
        address[] memory holders = new address[](5);
        (holders[0], holders[1], holders[2], holders[3], holders[4]) = (sponsor, drawer, alice, bob, treasury);
        uint256[] memory amounts = new uint256[](5);
        for (uint256 i = 0; i < 5; ++i) {
            amounts[i] = 20_000_000e18;
        }
        dr = new DR(holders, amounts);
        draw = new DigitDraw(IBurnable(address(dr)), admin, treasury, drawer);
        for (uint256 i = 0; i < 5; ++i) {
            vm.prank(holders[i]);
            dr.approve(address(draw), type(uint256).max);
        }
        vm.prank(sponsor);
        draw.fundPot(9_000e18, "July's prizes");
        vm.prank(drawer);
        draw.postBond(5_000e18);
    }

    function _open() internal returns (uint256 drawId) {
        bytes32 commitment = keccak256(abi.encode(draw.drawCount() + 1, SECRET));
        vm.prank(drawer);
        return draw.open(commitment, OPEN_BLOCKS);
    }

    function _enter(address account, uint256 drawId, uint8 digit, uint256 amount) internal {
        vm.prank(account);
        draw.enter(drawId, digit, amount);
    }

    /// @dev One entry of each on every digit, so that whatever is drawn, someone wins.
    function _enterAll(address account, uint256 drawId, uint256 amount) internal {
        for (uint8 digit = 0; digit < 10; ++digit) {
            _enter(account, drawId, digit, amount);
        }
    }

    function _toTarget(uint256 drawId, uint256 beyond) internal {
        vm.roll(draw.drawOf(drawId).targetBlock + beyond);
    }

    function test_enter_burnsAndFoldsTheEntryIntoTheHash() public {
        uint256 drawId = _open();
        uint256 supply = dr.totalSupply();
        bytes32 first = keccak256(abi.encode(bytes32(0), alice, uint8(7), 10e18));
        vm.expectEmit(address(draw));
        emit IDigitDraw.Entered(drawId, alice, 7, 10e18, 0, first);
        _enter(alice, drawId, 7, 10e18);
        bytes32 second = keccak256(abi.encode(first, bob, uint8(3), 2e18));
        vm.expectEmit(address(draw));
        emit IDigitDraw.Entered(drawId, bob, 3, 2e18, 1, second);
        _enter(bob, drawId, 3, 2e18);
        assertEq(supply - dr.totalSupply(), 12e18);
        IDigitDraw.Draw memory standing = draw.drawOf(drawId);
        assertEq(standing.entriesHash, second);
        assertEq(standing.total, 12e18);
        assertEq(draw.entriesOf(drawId, alice)[7], 10e18);
        assertEq(draw.potFree(), 9_000e18 - 90e18);
        assertEq(draw.bondFree(), 5_000e18 - 12e18);
    }

    function test_enter_setsAsideOnlyWhatTheHighestDigitCouldCost() public {
        uint256 drawId = _open();
        _enterAll(alice, drawId, 100e18);
        assertEq(draw.potFree(), 9_000e18 - 900e18);
        assertEq(draw.acceptable(drawId, 0), 900e18);
        assertEq(draw.bondFree(), 4_000e18);
    }

    function test_enter_revertsWhenThePotCouldNotPay() public {
        uint256 drawId = _open();
        assertEq(draw.acceptable(drawId, 1), 1_000e18);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.PotTooSmall.selector, 1_000e18));
        _enter(alice, drawId, 1, 1_000e18 + 1);
        _enter(alice, drawId, 1, 1_000e18);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.PotTooSmall.selector, 0));
        _enter(bob, drawId, 1, 1e18);
    }

    function test_enter_revertsWhenTheBondCouldNotRefund() public {
        uint256 drawId = _open();
        for (uint8 digit = 0; digit < 5; ++digit) {
            _enter(alice, drawId, digit, 1_000e18);
        }
        assertEq(draw.acceptable(drawId, 5), 0);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.BondTooSmall.selector, 0));
        _enter(bob, drawId, 5, 1e18);
    }

    function test_enter_revertsForBadInput() public {
        uint256 drawId = _open();
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.DigitInvalid.selector, 10));
        _enter(alice, drawId, 10, 1e18);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.EntryTooSmall.selector, 1e18 - 1));
        _enter(alice, drawId, 1, 1e18 - 1);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.DrawClosed.selector, drawId + 1));
        _enter(alice, drawId + 1, 1, 1e18);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.DrawClosed.selector, 0));
        _enter(alice, 0, 1, 1e18);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.PotTooSmall.selector, 1_000e18));
        _enter(alice, drawId, 1, type(uint256).max);
    }

    function test_enter_takesTheCloseBlockAndNoneAfter() public {
        uint256 drawId = _open();
        vm.roll(draw.drawOf(drawId).closeBlock);
        _enter(alice, drawId, 1, 1e18);
        vm.roll(draw.drawOf(drawId).closeBlock + 1);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.DrawClosed.selector, drawId));
        _enter(alice, drawId, 1, 1e18);
        assertEq(uint256(draw.drawOf(drawId).state), uint256(IDigitDraw.State.Drawing));
    }

    function test_reveal_drawsTheDigitOfSecretBlockAndEntries() public {
        uint256 drawId = _open();
        _enterAll(alice, drawId, 10e18);
        IDigitDraw.Draw memory before = draw.drawOf(drawId);
        _toTarget(drawId, 1);
        bytes32 targetHash = blockhash(before.targetBlock);
        uint8 digit = uint8(uint256(keccak256(abi.encode(SECRET, targetHash, before.entriesHash))) % 10);
        vm.expectEmit(address(draw));
        emit IDigitDraw.Drawn(drawId, digit, SECRET, targetHash, 90e18);
        draw.reveal(drawId, SECRET);
        assertEq(draw.claimable(drawId, alice), 90e18);
        assertEq(draw.claimable(drawId, bob), 0);
        assertEq(draw.bondFree(), 5_000e18);
        assertEq(draw.potFree(), 9_000e18 - 90e18);

        uint256 had = dr.balanceOf(alice);
        vm.prank(bob); // for alice
        draw.claim(drawId, alice);
        assertEq(dr.balanceOf(alice) - had, 90e18);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.NothingToClaim.selector, drawId, alice));
        draw.claim(drawId, alice);
        assertEq(dr.balanceOf(address(draw)), draw.potFree() + draw.bondFree());
    }

    function test_reveal_revertsTooEarlyTooLateForAnotherSecretAndTwice() public {
        uint256 drawId = _open();
        _enter(alice, drawId, 1, 1e18);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.NotDrawing.selector, drawId));
        draw.reveal(drawId, SECRET);
        _toTarget(drawId, 0);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.NotDrawing.selector, drawId));
        draw.reveal(drawId, SECRET);
        _toTarget(drawId, 1);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.SecretWrong.selector, drawId));
        draw.reveal(drawId, keccak256("another"));
        uint256 snapshot = vm.snapshotState();
        _toTarget(drawId, 8_001);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.NotDrawing.selector, drawId));
        draw.reveal(drawId, SECRET);
        vm.revertToState(snapshot);
        _toTarget(drawId, 256);
        draw.reveal(drawId, SECRET);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.NotDrawing.selector, drawId));
        draw.reveal(drawId, SECRET);
    }

    /// @dev Within 256 blocks the opcode says the hash, beyond them the chain's history of 8,191.
    function testFuzz_reveal_drawsTheSameDigitHoweverLongItTook(uint256 beyond, bytes32 targetHash) public {
        vm.assume(targetHash != bytes32(0));
        uint256 drawId = _open();
        _enterAll(alice, drawId, 10e18);
        IDigitDraw.Draw memory before = draw.drawOf(drawId);
        beyond = bound(beyond, 1, 8_000);
        _toTarget(drawId, beyond);
        if (beyond <= 256) vm.setBlockhash(before.targetBlock, targetHash);
        else _remember(before.targetBlock, targetHash);
        draw.reveal(drawId, SECRET);
        IDigitDraw.Draw memory standing = draw.drawOf(drawId);
        assertEq(uint256(standing.state), uint256(IDigitDraw.State.Drawn));
        assertEq(standing.targetHash, targetHash);
        assertEq(standing.digit, uint256(keccak256(abi.encode(SECRET, targetHash, before.entriesHash))) % 10);
        assertEq(draw.claimable(drawId, alice), 90e18);
    }

    /// @dev Of another block nothing is taken, and where the chain keeps no history the draw waits for
    /// `expire`.
    function test_reveal_revertsWhenTheChainDoesNotSayTheHash() public {
        uint256 drawId = _open();
        _enterAll(alice, drawId, 10e18);
        uint256 targetBlock = draw.drawOf(drawId).targetBlock;
        _toTarget(drawId, 257);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.TargetHashUnknown.selector, drawId));
        draw.reveal(drawId, SECRET);
        _remember(targetBlock + 1, keccak256("another block"));
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.TargetHashUnknown.selector, drawId));
        draw.reveal(drawId, SECRET);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.RevealStillPossible.selector, drawId));
        draw.expire(drawId);
        _toTarget(drawId, 8_001);
        draw.expire(drawId);
        assertEq(draw.claimable(drawId, alice), 100e18);
    }

    function test_reveal_ofADrawWithoutEntriesCostsNothing() public {
        uint256 drawId = _open();
        _toTarget(drawId, 1);
        draw.reveal(drawId, SECRET);
        assertEq(draw.potFree(), 9_000e18);
        assertEq(draw.bondFree(), 5_000e18);
    }

    function test_expire_refundsFromTheBondAndBurnsThePotsMost() public {
        uint256 drawId = _open();
        _enter(alice, drawId, 1, 100e18);
        _enter(alice, drawId, 2, 40e18);
        _enter(bob, drawId, 2, 10e18);
        _toTarget(drawId, 8_000);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.RevealStillPossible.selector, drawId));
        draw.expire(drawId);
        _toTarget(drawId, 8_001);
        uint256 supply = dr.totalSupply();
        vm.expectEmit(address(draw));
        emit IDigitDraw.DrawExpired(drawId, 150e18, 900e18);
        draw.expire(drawId);
        assertEq(supply - dr.totalSupply(), 900e18);
        assertEq(draw.claimable(drawId, alice), 140e18);
        draw.claim(drawId, alice);
        draw.claim(drawId, bob);
        assertEq(dr.balanceOf(alice), 20_000_000e18);
        assertEq(dr.balanceOf(bob), 20_000_000e18);
        assertEq(draw.potFree(), 8_100e18);
        assertEq(draw.bondFree(), 4_850e18);
        assertEq(dr.balanceOf(address(draw)), 8_100e18 + 4_850e18);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.NotDrawing.selector, drawId));
        draw.expire(drawId);
    }

    function test_open_oneAtATimeByTheDrawerAlone() public {
        vm.expectRevert(IDigitDraw.NotDrawer.selector);
        draw.open(SECRET, 1);
        uint256 drawId = _open();
        vm.startPrank(drawer);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.DrawStillOpen.selector, drawId));
        draw.open(SECRET, OPEN_BLOCKS);
        vm.roll(draw.drawOf(drawId).closeBlock + 1);
        vm.expectRevert(IDigitDraw.ZeroValue.selector);
        draw.open(bytes32(0), 1);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.OpenBlocksInvalid.selector, 0));
        draw.open(SECRET, 0);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.OpenBlocksInvalid.selector, 28_801));
        draw.open(SECRET, 28_801);
        assertEq(draw.open(SECRET, 1), drawId + 1);
        vm.stopPrank();
    }

    /// @dev Blocks of entries, the gap in which nothing can be entered, and the blocks in which it can be
    /// revealed.
    function test_open_fixesTheBlocksOfTheDraw() public {
        bytes32 commitment = keccak256("commitment");
        vm.expectEmit(address(draw));
        emit IDigitDraw.DrawOpened(1, commitment, 1_019, 1_027);
        vm.prank(drawer);
        assertEq(draw.open(commitment, 20), 1);
        assertEq(draw.drawCount(), 1);
        IDigitDraw.Draw memory opened = draw.drawOf(1);
        assertEq(uint256(opened.state), uint256(IDigitDraw.State.Open));
        assertEq(opened.commitment, commitment);
        assertEq(opened.closeBlock, 1_019);
        assertEq(opened.targetBlock, 1_027);
        assertEq(opened.revealBlock, 9_027);
        assertEq(opened.entriesHash, bytes32(0));
    }

    function test_drawOf_isEmptyWhereThereIsNoDraw() public view {
        for (uint256 drawId = 0; drawId < 2; ++drawId) {
            IDigitDraw.Draw memory none;
            assertEq(abi.encode(draw.drawOf(drawId)), abi.encode(none));
            assertEq(draw.acceptable(drawId, 1), 0);
            assertEq(draw.claimable(drawId, alice), 0);
        }
    }

    function test_open_forTheLongestTimeAndForOneBlock() public {
        vm.startPrank(drawer);
        draw.open(SECRET, 28_800);
        assertEq(draw.drawOf(1).closeBlock, 1_000 + 28_800 - 1);
        vm.roll(1_000 + 28_800);
        draw.open(SECRET, 1);
        vm.stopPrank();
        assertEq(draw.drawOf(2).closeBlock, block.number);
        _enter(alice, 2, 1, 1e18);
        vm.roll(block.number + 1);
        assertEq(draw.acceptable(2, 1), 0);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.DrawClosed.selector, 2));
        _enter(alice, 2, 1, 1e18);
    }

    function test_acceptable_isTheLowerOfPotAndBondAndNothingForNoDigit() public {
        uint256 drawId = _open();
        assertEq(draw.acceptable(drawId, 9), 1_000e18); // the pot's ninth
        assertEq(draw.acceptable(drawId, 10), 0);
        vm.prank(drawer);
        draw.returnBond(4_400e18);
        assertEq(draw.acceptable(drawId, 9), 600e18); // the bond
    }

    /// @dev What an entry sets aside of the pot is the rise of the highest digit, nine times.
    function test_enter_setsAsideTheRiseOfTheHighestDigitAlone() public {
        uint256 drawId = _open();
        _enter(alice, drawId, 1, 10e18);
        assertEq(draw.potFree(), 9_000e18 - 90e18);
        _enter(bob, drawId, 2, 7e18); // below the highest
        assertEq(draw.potFree(), 9_000e18 - 90e18);
        _enter(bob, drawId, 2, 3e18); // as high
        assertEq(draw.potFree(), 9_000e18 - 90e18);
        _enter(alice, drawId, 2, 5e18); // 15 on one digit
        assertEq(draw.potFree(), 9_000e18 - 135e18);
        assertEq(draw.acceptable(drawId, 1), 1_000e18 - 10e18);
        assertEq(draw.bondFree(), 5_000e18 - 25e18);
        IDigitDraw.Draw memory standing = draw.drawOf(drawId);
        assertEq(standing.byDigit[1], 10e18);
        assertEq(standing.byDigit[2], 15e18);
        assertEq(standing.total, 25e18);
        assertEq(draw.entriesOf(drawId, bob)[2], 10e18);
    }

    /// @dev On whichever digit falls: pot and bond get back what was not won, and what was burned is paid
    /// nine times.
    function test_reveal_returnsToThePotWhatWasNotWon() public {
        for (uint8 won = 0; won < 2; ++won) {
            uint256 snapshot = vm.snapshotState();
            uint256 drawId = _open();
            bytes32 targetHash = keccak256("target");
            uint8 digit = _digitOf(targetHash, 3e18, won == 1);
            _enter(alice, drawId, digit, 3e18);
            _toTarget(drawId, 1);
            vm.setBlockhash(block.number - 1, targetHash);
            draw.reveal(drawId, SECRET);
            IDigitDraw.Draw memory drawn = draw.drawOf(drawId);
            assertEq(drawn.digit == digit, won == 1);
            assertEq(drawn.secret, SECRET);
            assertEq(draw.claimable(drawId, alice), won == 1 ? 27e18 : 0);
            assertEq(draw.potFree(), won == 1 ? 9_000e18 - 27e18 : 9_000e18);
            assertEq(draw.bondFree(), 5_000e18);
            if (won == 1) {
                vm.expectEmit(address(draw));
                emit IDigitDraw.Claimed(drawId, alice, 27e18);
                draw.claim(drawId, alice);
                assertEq(draw.claimable(drawId, alice), 0);
            } else {
                vm.expectRevert(abi.encodeWithSelector(IDigitDraw.NothingToClaim.selector, drawId, alice));
                draw.claim(drawId, alice);
            }
            vm.revertToState(snapshot);
        }
    }

    /// @dev A digit that wins with alice's one entry on it, or one that does not.
    function _digitOf(bytes32 targetHash, uint256 amount, bool wins) private view returns (uint8 digit) {
        for (digit = 0; digit < 10; ++digit) {
            bytes32 entriesHash = keccak256(abi.encode(bytes32(0), alice, digit, amount));
            bool isDrawn = uint256(keccak256(abi.encode(SECRET, targetHash, entriesHash))) % 10 == digit;
            if (isDrawn == wins) return digit;
        }
        revert("no such digit");
    }

    function test_claim_isNothingBeforeTheDrawIsSettledAndGoodOnceOfEachDraw() public {
        uint256 drawId = _open();
        _enterAll(alice, drawId, 10e18);
        assertEq(draw.claimable(drawId, alice), 0);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.NothingToClaim.selector, drawId, alice));
        draw.claim(drawId, alice);
        _toTarget(drawId, 8_001);
        assertEq(draw.claimable(drawId, alice), 0); // it is not expired until `expire`
        draw.expire(drawId);
        draw.claim(drawId, alice);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.NothingToClaim.selector, drawId, alice));
        draw.claim(drawId, alice);

        uint256 next = _open();
        _enterAll(alice, next, 10e18);
        _toTarget(next, 1);
        draw.reveal(next, SECRET);
        assertEq(draw.claimable(next, alice), 90e18);
        draw.claim(next, alice);
    }

    function test_expire_revertsForADrawThatIsOpenOrThatIsNot() public {
        uint256 drawId = _open();
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.NotDrawing.selector, drawId));
        draw.expire(drawId);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.NotDrawing.selector, drawId + 1));
        draw.expire(drawId + 1);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.NotDrawing.selector, drawId + 1));
        draw.reveal(drawId + 1, SECRET);
    }

    function test_potAndBond_areAnnouncedAndMoveTheTokens() public {
        string memory memo = string(new bytes(140)); // the longest
        vm.expectEmit(address(draw));
        emit IDigitDraw.PotFunded(sponsor, 7e18, memo);
        vm.prank(sponsor);
        draw.fundPot(7e18, memo);
        vm.expectEmit(address(draw));
        emit IDigitDraw.BondPosted(bob, 5e18);
        vm.prank(bob);
        draw.postBond(5e18);
        assertEq(draw.potFree(), 9_007e18);
        assertEq(draw.bondFree(), 5_005e18);
        assertEq(dr.balanceOf(address(draw)), 14_012e18);
        vm.expectEmit(address(draw));
        emit IDigitDraw.BondReturned(drawer, 5_005e18);
        vm.prank(drawer);
        draw.returnBond(5_005e18);
        assertEq(draw.bondFree(), 0);
        assertEq(dr.balanceOf(address(draw)), 9_007e18);
    }

    function test_potAndBond_takeTheLeastAmountAndAMemoOfOneByte() public {
        vm.prank(sponsor);
        draw.fundPot(1e18, "x");
        vm.startPrank(drawer);
        draw.postBond(1);
        draw.returnBond(1);
        vm.stopPrank();
        assertEq(draw.potFree(), 9_001e18);
        assertEq(draw.bondFree(), 5_000e18);
    }

    function test_drawer_isAnnouncedAtDeploymentAndWhenItChanges() public {
        address at = vm.computeCreateAddress(address(this), vm.getNonce(address(this)));
        vm.expectEmit(at);
        emit IDigitDraw.DrawerSet(address(0), drawer);
        DigitDraw other = new DigitDraw(IBurnable(address(dr)), admin, treasury, drawer);
        assertEq(other.ADMIN(), admin);
        assertEq(other.TREASURY(), treasury);
        assertEq(address(other.DR_TOKEN()), address(dr));
        vm.expectEmit(at);
        emit IDigitDraw.DrawerSet(drawer, alice);
        vm.prank(admin);
        other.setDrawer(alice);
        vm.expectRevert(IDigitDraw.ZeroValue.selector);
        new DigitDraw(IBurnable(address(dr)), address(0), treasury, drawer);
        vm.expectRevert(IDigitDraw.ZeroValue.selector);
        new DigitDraw(IBurnable(address(dr)), admin, treasury, address(0));
    }

    function test_fundPot_refusesTheTreasuryZeroAndBadMemos() public {
        vm.prank(treasury);
        vm.expectRevert(IDigitDraw.SourceIsTreasury.selector);
        draw.fundPot(1, "sales");
        vm.startPrank(sponsor);
        vm.expectRevert(IDigitDraw.ZeroValue.selector);
        draw.fundPot(0, "nothing");
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.MemoInvalid.selector, 0));
        draw.fundPot(1, "");
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.MemoInvalid.selector, 141));
        draw.fundPot(1, string(new bytes(141)));
        vm.expectRevert(IDigitDraw.ZeroValue.selector);
        draw.postBond(0);
        vm.stopPrank();
    }

    function test_returnBond_onlyWhatBacksNoEntryAndOnlyTheDrawer() public {
        uint256 drawId = _open();
        _enter(alice, drawId, 1, 100e18);
        vm.expectRevert(IDigitDraw.NotDrawer.selector);
        draw.returnBond(1);
        vm.startPrank(drawer);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.BondInUse.selector, 4_900e18));
        draw.returnBond(4_900e18 + 1);
        vm.expectRevert(IDigitDraw.ZeroValue.selector);
        draw.returnBond(0);
        draw.returnBond(4_900e18);
        vm.stopPrank();
        assertEq(dr.balanceOf(drawer), 20_000_000e18 - 100e18);
    }

    function test_setDrawer_byTheAdminAlone() public {
        vm.expectRevert(IDigitDraw.NotAdmin.selector);
        draw.setDrawer(alice);
        vm.startPrank(admin);
        vm.expectRevert(IDigitDraw.ZeroValue.selector);
        draw.setDrawer(address(0));
        vm.expectRevert(IDigitDraw.RolesNotDistinct.selector);
        draw.setDrawer(admin);
        draw.setDrawer(alice);
        vm.stopPrank();
        assertEq(draw.drawer(), alice);
    }

    function testFuzz_acceptable_isExactlyWhatIsTaken(uint8 digit, uint256 onOther, uint256 onDigit) public {
        uint256 drawId = _open();
        digit = uint8(bound(digit, 0, 8));
        _enter(alice, drawId, 9, bound(onOther, 1e18, 1_000e18));
        _enter(alice, drawId, digit, bound(onDigit, 1e18, draw.acceptable(drawId, digit)));
        uint256 most = draw.acceptable(drawId, digit);
        vm.expectRevert();
        _enter(bob, drawId, digit, most < 1e18 ? 1e18 : most + 1);
        if (most >= 1e18) _enter(bob, drawId, digit, most);
    }
}
