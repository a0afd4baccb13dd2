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

    /// @dev Of another block nothing is taken, and where the chain keeps no history the draw waits for `expire`.
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
